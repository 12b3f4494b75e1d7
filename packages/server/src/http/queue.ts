// A queue that gives up its first or its last: both ends are cheap, however long it is.

export interface Queue<T> {
  readonly push: (item: T) => void;
  readonly shift: () => T | undefined;
  readonly first: () => T | undefined;
  readonly last: () => T | undefined;
  readonly pop: () => T | undefined;
  readonly size: () => number;
}

/** First in, first out, without moving what stays. */
export function createQueue<T>(): Queue<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    push: (item) => void items.push(item),
    first: () => items[head],
    last: () => items.at(-1),
    pop() {
      const item = items.pop();
      if (head >= items.length) [items, head] = [[], 0];
      return item;
    },
    size: () => items.length - head,
    shift() {
      const item = items[head];
      if (item === undefined) return undefined;
      items[head] = undefined;
      head += 1;
      if (head === items.length) [items, head] = [[], 0];
      else if (head > 1_000) [items, head] = [items.slice(head), 0];
      return item;
    },
  };
}
