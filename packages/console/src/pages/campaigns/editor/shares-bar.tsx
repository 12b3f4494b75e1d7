// The shares of variations as a bar, and in words for those who do not see it.
import { sayShare } from './differences.ts';
import { sharesOf, type Variation } from './draft.ts';
import classes from './shares-bar.module.css';

export function SharesBar({ variations }: { variations: readonly Variation[] }) {
  const shares = sharesOf(variations);
  const words = variations.map(({ name }, at) => `${name} ${sayShare(shares[at] ?? 0)}`);
  return (
    <div role="img" aria-label={`Shares: ${words.join(', ')}`} className={classes['bar']}>
      {variations.map(({ key, name }, at) => (
        <span key={key} className={classes['share']} style={{ flexGrow: shares[at] }}>
          <span className={classes['name']}>{name}</span>
        </span>
      ))}
    </div>
  );
}
