// The picture of an item, from wherever the feed says; one that cannot be loaded leaves an icon.
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { type Item, nameOf, pictureOf } from './item-labels.ts';
import classes from './picture.module.css';

interface Given {
  readonly item: Item;
  readonly size?: number;
  /** The text alternative; absent beside the item's name, which is enough. */
  readonly isNamed?: boolean;
}

/** Loaded when it comes near the window, without a referrer. */
export function Picture({ item, size = 48, isNamed = false }: Given) {
  const address = pictureOf(item);
  const [broken, setBroken] = useState<string>();
  const isShown = address !== undefined && address !== broken;
  const box = { width: size, height: size };
  if (!isShown) {
    const title =
      address === undefined ? 'No picture at an HTTPS address' : 'The picture could not be loaded';
    return (
      <span className={classes['frame']} style={box} data-empty title={title}>
        <Icon name="picture" size={Math.min(24, size / 2)} />
      </span>
    );
  }
  return (
    <span className={classes['frame']} style={box}>
      <img
        className={classes['picture']}
        src={address}
        alt={isNamed ? nameOf(item) : ''}
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(address)}
      />
    </span>
  );
}
