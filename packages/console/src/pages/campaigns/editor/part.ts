// What each part of an experience's form is given.
import type { Change } from '../../../versioned/kind.ts';
import type { Experience } from './draft.ts';
import type { Form } from './form.ts';

export interface PartGiven {
  readonly form: Form;
  readonly experience: Experience;
  /** Of the experience. */
  readonly pointer: string;
  readonly set: (part: Change<Experience>) => void;
}
