// How much of each class a node answers at once, how much waits, and for how long. ADR 0011.
import type { Priority } from '@attune/contract';

export interface ClassLimits {
  /** Being answered at once: the most, and what is left when answers take long. */
  readonly places: number;
  readonly leastPlaces: number;
  /** What answers may take, on the mean of a while. */
  readonly aimMs: number;
  /** Of their bodies, as far as those are held in memory. */
  readonly bytes: number;
  /** Waiting; more are refused at once. */
  readonly waiting: number;
  /** Of a turn of the event loop: how old it may be when further work of the class begins. */
  readonly sliceMs: number;
  /** Of waiting: in a burst, and in a queue that stands. */
  readonly patienceMs: number;
  readonly standingPatienceMs: number;
  /**
   * Of who was refused and is back before he was told to come: he waits behind all others of his
   * class, and for longer, since each refusal would bring him back at once. Where it is 0, he is
   * as all others.
   */
  readonly hastyPatienceMs: number;
  /** A queue that has not been empty for so long is a load, and no burst. */
  readonly standingMs: number;
  /** After so long without one, one begins before all others and in any turn. */
  readonly owedMs: number;
}

export type AdmissionLimits = Readonly<Record<Priority, ClassLimits>>;

const mebibyte = 1024 * 1024;
const upTo = (places: number, mebibytes: number, sliceMs: number): ClassLimits => ({
  places,
  leastPlaces: places,
  aimMs: Number.POSITIVE_INFINITY,
  bytes: mebibytes * mebibyte,
  waiting: 4 * places,
  sliceMs,
  patienceMs: 500,
  standingPatienceMs: 100,
  hastyPatienceMs: 0,
  standingMs: 1_000,
  owedMs: Number.POSITIVE_INFINITY,
});
/** May wait longer: who waits sends nothing more, and a refusal would be work. */
const patient = { patienceMs: 2_500, standingPatienceMs: 2_500 };
const patientWithHasty = { ...patient, hastyPatienceMs: 8_000 };

export const admissionLimits: AdmissionLimits = {
  // As many as a turn has read are answered in it: what is held here until the next costs more.
  choose: { ...upTo(1_024, 64, 25), leastPlaces: 32, aimMs: 40 },
  userprofile: { ...upTo(256, 8, 4), leastPlaces: 8, aimMs: 40 },
  // A flood of events begins little in each turn of the loop: choose waits for the next one.
  collect: { ...upTo(512, 64, 0.5), ...patientWithHasty, leastPlaces: 64, aimMs: 200 },
  feeds: { ...upTo(64, 128, 2), ...patientWithHasty },
  // Some of its answers are long: a crowd that asks for them and reads nothing costs choose less.
  // But who would steer out of an overload is not locked out by it.
  // Its crowd is not kept for long: whoever asks for ten answers and reads none waits for each.
  management: { ...upTo(32, 32, 0.5), ...patient, standingPatienceMs: 200, owedMs: 100 },
};
