// What each part of an experience's form is given.
import type { Change, Experience } from './draft.ts';
import type { Form } from './form.ts';

export interface PartGiven {
  readonly form: Form;
  readonly experience: Experience;
  /** Of the experience. */
  readonly pointer: string;
  readonly set: (part: Change<Experience>) => void;
}
