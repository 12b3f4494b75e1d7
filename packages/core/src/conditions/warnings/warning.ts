// Knows what a warning about a condition consists of.

/** A condition that may be saved, but is hardly what its author meant. */
export interface ConditionWarning {
  /** RFC 6901, from the condition's root. */
  readonly pointer: string;
  readonly detail: string;
  /** `never`: the whole condition matches nobody; `never-part`: this branch of it adds nobody. */
  readonly kind: 'never' | 'never-part' | 'unknown-field' | 'unknown-value';
}
