// What is seen of a dialog while its code is on its way.
import { Loader, Overlay } from '@mantine/core';

export function Opening() {
  return (
    <Overlay fixed center backgroundOpacity={0.15} zIndex={300} role="status" aria-label="Loading">
      <Loader />
    </Overlay>
  );
}
