// What this package needs of a log: pino's has it, and so has whatever writes fields and a message.

type Write = (fields: object, message: string) => void;

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
