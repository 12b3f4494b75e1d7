// Is the list being read? Then nothing in it may move.
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

/** How far the page is scrolled when its top is no longer what is looked at. */
const scrolledPx = 120;

/**
 * Reading: the mouse is on the list or what leads to it, the focus is within the list, or the page
 * is scrolled down. Finger taps leave no pointer behind, and count as the focus that they set.
 */
export function useReading() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > scrolledPx);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return {
    isReading: isHovered || isFocused || isScrolled,
    /** Of the list with the line above it, whose button is not to go when the mouse goes there. */
    pointed: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
    },
    /** Of the list alone: a button that goes when it is pressed takes the focus along untold. */
    focused: {
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
