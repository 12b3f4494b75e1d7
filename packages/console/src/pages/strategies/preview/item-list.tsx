// The slots of a preview below each other; beside another list, what differs is marked.
import { placesIn } from './compare.ts';
import { ItemCard, type Slot } from './item-card.tsx';
import classes from './preview.module.css';

interface Given {
  readonly slots: readonly Slot[];
  /** Names it for those who listen. */
  readonly label: string;
  /** The list beside it. */
  readonly beside?: readonly Slot[] | undefined;
  /** Another one was requested, and is on its way. */
  readonly isOld?: boolean;
}

export function ItemList({ slots, label, beside, isOld = false }: Given) {
  const places = beside && placesIn(beside, slots);
  return (
    <ol
      className={`${classes['list']} ${beside ? classes['narrow'] : ''}`}
      aria-label={label}
      aria-busy={isOld}
      {...(isOld && { 'data-old': true })}
    >
      {slots.map((slot) => (
        <ItemCard key={slot.slot} slot={slot} place={places?.get(slot.sku ?? '')} />
      ))}
    </ol>
  );
}
