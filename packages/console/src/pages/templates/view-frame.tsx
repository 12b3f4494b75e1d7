// A view, shown as a picture: in a frame that runs nothing and has an origin of its own.
import { SegmentedControl, Stack } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import classes from './view-frame.module.css';

/** Beyond what the console's policy says, which the frame has too: nothing of this server. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:";

/** How wide the page of a shop is, at a desk and on a phone; that of a card is legible. */
const widths = { desktop: 1200, phone: 390 } as const;
const heights = { desktop: 220, phone: 360 } as const;
const cardWidth = 800;

/**
 * A `data:` address has no origin, and `sandbox` forbids scripts, forms and windows: whatever a
 * view holds can reach neither the console nor the teammate's session (decision 0072).
 */
const addressOf = (html: string, isSmall: boolean) =>
  `data:text/html;charset=utf-8,${encodeURIComponent(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>View</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">
<style>body { margin: 0 }${isSmall ? ' html { overflow: hidden }' : ''}</style><body inert>${html}</body></html>`,
  )}`;

interface Given {
  /** Names it: "Variation 1". */
  readonly name: string;
  readonly html: string;
  /** Of a card: small, and without a choice of widths. */
  readonly isSmall?: boolean;
}

export function ViewFrame({ name, html, isSmall = false }: Given) {
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const { ref, width: room } = useElementSize();
  const [shown] = useDebouncedValue(html, 200);
  const wanted = isSmall ? cardWidth : widths[width];
  const scale = room === 0 ? 1 : Math.min(1, room / wanted);
  const height = isSmall ? 130 : heights[width];
  return (
    <Stack gap="xs">
      {!isSmall && (
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-end' }}
          aria-label={`Width of the view of ${name}`}
          value={width}
          onChange={(next) => setWidth(next as keyof typeof widths)}
          data={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
      )}
      <div ref={ref} className={classes['room']} style={{ height }}>
        <iframe
          title={`View of ${name}`}
          sandbox=""
          referrerPolicy="no-referrer"
          {...(isSmall && { tabIndex: -1, 'aria-hidden': true, loading: 'lazy' as const })}
          src={addressOf(shown, isSmall)}
          className={classes['frame']}
          style={{ width: wanted, height: height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </Stack>
  );
}
