// What units are promised, whatever the service does inside: a model of devices, people, accounts.

/** Where a request comes from, and who it names. */
export interface Place {
  readonly device?: string;
  readonly person?: string;
}
export interface Request extends Place {
  readonly account?: string;
}
type Given = Readonly<Record<'device' | 'person' | 'account', string | undefined>>;

/** Holds what was given to what was promised, and counts what broke it. */
export class Promises {
  looks = 0;
  /** Units that were given another variation than they were promised, each with both. */
  readonly moved = {
    device: new Map<string, string>(),
    person: new Map<string, string>(),
    account: new Map<string, string>(),
  };
  readonly #devices = new Map<string, string>();
  readonly #accounts = new Map<string, string>();
  readonly #owners = new Map<string, string>();
  readonly #present = new Map<string, string>();
  /** What a device was given while nobody was named on it. */
  readonly #anonymous = new Map<string, string>();
  /** All that a person, or a device that is nobody's, was given. */
  readonly #seen = new Map<string, Set<string>>();

  get devices(): number {
    return this.#devices.size;
  }
  get accounts(): number {
    return this.#accounts.size;
  }
  /** People, and devices that are nobody's; and those of them who were given two variations. */
  get persons(): { units: number; crossovers: number } {
    const all = [...this.#seen.values()];
    return { units: all.length, crossovers: all.filter(({ size }) => size > 1).length };
  }

  /** A person signs in on a device. */
  signIn({ device, person }: Required<Place>): void {
    this.#present.set(device, person);
    if (this.#owners.has(device)) return;
    this.#owners.set(device, person);
    const before = this.#anonymous.get(device);
    if (before === undefined) return;
    // Its past is theirs from now on.
    this.#note(person, before);
    this.#seen.delete(device);
  }

  check({ device, person, account }: Request, given: Given): void {
    this.looks += 1;
    if (device !== undefined) keep(this.#devices, device, given.device, this.moved.device);
    if (account === undefined) {
      if (given.account !== undefined) this.moved.account.set('nobody', given.account);
    } else keep(this.#accounts, account, given.account, this.moved.account);
    if (device !== undefined && person !== undefined) this.#checkSignIn({ device, person }, given);
    else if (device === undefined) this.#checkPerson(person!, given.person!);
    else this.#checkDevice(device, given.person!);
  }

  /** Who has no earlier assignment keeps what the device was given. */
  #checkSignIn({ device, person }: Required<Place>, { person: given = '' }: Given): void {
    const before = this.#owners.has(device) ? undefined : this.#anonymous.get(device);
    if (!this.#seen.has(person) && before !== undefined && before !== given) {
      this.moved.person.set(person, `${before} before, ${given} after the sign-in`);
    }
    this.signIn({ device, person });
    this.#checkPerson(person, given);
  }

  /** Nobody is given what neither they nor their devices were given before. */
  #checkPerson(person: string, given: string): void {
    const seen = this.#seen.get(person);
    if (seen && !seen.has(given))
      this.moved.person.set(person, `${[...seen]} first, ${given} later`);
    this.#note(person, given);
  }

  #checkDevice(device: string, given: string): void {
    const person = this.#present.get(device);
    if (person !== undefined) {
      this.#checkPerson(person, given);
      return;
    }
    this.#note(device, given);
    keep(this.#anonymous, device, given, this.moved.person);
  }

  #note(unit: string, given: string): void {
    const seen = this.#seen.get(unit) ?? new Set();
    this.#seen.set(unit, seen.add(given));
  }
}

function keep(
  firsts: Map<string, string>,
  unit: string,
  given: string | undefined,
  moved: Map<string, string>,
): void {
  const first = firsts.get(unit);
  if (first === undefined && given !== undefined) firsts.set(unit, given);
  else if (first !== given) moved.set(unit, `${first} first, ${given} later`);
}
