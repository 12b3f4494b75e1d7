// Messages between two processes: notices, and questions that are answered in time or fail.

/** The other process, as `process` and a worker of node:cluster are it. */
export interface Port {
  readonly send?: (message: Message, sent: (error: Error | null) => void) => unknown;
  readonly on: (event: 'message', listener: (message: Message) => void) => unknown;
}

type Message =
  | { readonly notice: unknown }
  | { readonly question: unknown; readonly id: number }
  | { readonly answer: unknown; readonly id: number }
  | { readonly error: string; readonly id: number };

interface Hearing<Notice, Question> {
  readonly onNotice: (notice: Notice) => void;
  /** What rejects is an error to the process that asked as well. */
  readonly onQuestion: (question: Question) => Promise<unknown>;
}

export interface Channel<Notice, Question> {
  /** Resolves once it has left, or cannot: to a process that is gone nothing is said. */
  readonly tell: (notice: Notice) => Promise<void>;
  /** Rejects where no answer comes within 5 s. */
  readonly ask: (question: Question) => Promise<unknown>;
}

const answeredMs = 5_000;

/** Opens one end. Messages arrive in the order in which they were sent. */
export function openChannel<Said, Asked, Heard, HeardAsked>(
  port: Port,
  { onNotice, onQuestion }: Hearing<Heard, HeardAsked>,
): Channel<Said, Asked> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;

  const send = (message: Message) =>
    new Promise<void>((sent) => {
      // With a callback, a channel that has closed is no error of the process.
      if (port.send) port.send(message, () => sent());
      else sent();
    });

  async function answer(question: HeardAsked, id: number): Promise<void> {
    const message = await onQuestion(question).then(
      // As JSON, a message has nothing that is undefined.
      (found) => ({ answer: found ?? null, id }),
      (error: Error) => ({ error: error.message, id }),
    );
    await send(message);
  }

  port.on('message', (message) => {
    if ('notice' in message) onNotice(message.notice as Heard);
    else if ('question' in message) void answer(message.question as HeardAsked, message.id);
    else if ('answer' in message) waiting.get(message.id)?.resolve(message.answer);
    else if ('error' in message) waiting.get(message.id)?.reject(new Error(message.error));
  });

  return {
    tell: (notice) => send({ notice }),
    async ask(question) {
      const id = asked++;
      const answered = Promise.withResolvers<unknown>();
      waiting.set(id, answered);
      const late = () => answered.reject(new Error('another process does not answer'));
      const timer = setTimeout(late, answeredMs);
      void send({ question, id });
      try {
        return await answered.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}
