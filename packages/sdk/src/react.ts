// React: a visitor for a tree of components, and what they show. Rendered on a server with choices
// that are preloaded, the first thing in the page is already the right one.
'use client';

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Experience as Shown, withFallback } from './visitor/experience.ts';
import type { Visitor } from './visitor/visitor.ts';

type Preloaded = Readonly<Record<string, Shown>>;

interface Given {
  readonly visitor: Visitor;
  readonly preloaded: Preloaded;
}

const VisitorContext = createContext<Given | undefined>(undefined);

export interface AttuneProviderProps {
  readonly visitor: Visitor;
  /** What `visitor.experiences` resolved with on the server. */
  readonly preloaded?: Preloaded | undefined;
  readonly children?: ReactNode;
}

/** Has the components below it show what a visitor is to see. */
export function AttuneProvider(props: AttuneProviderProps): ReactElement {
  const { visitor, preloaded = {}, children } = props;
  const [value] = useState<Given>(() => {
    // On a server one visitor object serves many requests: nothing is left in it there.
    if ('document' in globalThis) visitor.preload(preloaded);
    return { visitor, preloaded };
  });
  return createElement(VisitorContext.Provider, { value }, children);
}

/** The visitor of the provider above. */
export function useVisitor(): Visitor {
  return useGiven().visitor;
}

function useGiven(): Given {
  const given = useContext(VisitorContext);
  if (!given)
    throw new Error('Put an <AttuneProvider visitor={...}> above what shows experiences.');
  return given;
}

export interface UsedExperience<T> extends Shown<T> {
  /** The fallback is shown, and may still give way to something else. */
  readonly isLoading: boolean;
  /** Reports a click. */
  readonly click: () => void;
}

/** What to show at a selector: the fallback until there is an answer. */
export function useExperience<T>(selector: string, fallback: T): UsedExperience<T> {
  const { visitor, preloaded } = useGiven();
  const found = useSyncExternalStore(
    visitor.subscribe,
    () => visitor.peek(selector),
    () => preloaded[selector],
  );
  useEffect(() => {
    const load = () => {
      // The client's `onError` is told of failures.
      if (!visitor.peek(selector)) visitor.experience(selector, undefined).catch(() => undefined);
    };
    load();
    return visitor.subscribe(load);
  }, [visitor, selector]);
  const shown = withFallback(found ?? { selector, value: undefined, isFallback: true }, fallback);
  return { ...shown, isLoading: !found, click: () => visitor.click(shown) };
}

export interface ExperienceProps<T> {
  /** The selector name of the campaign. */
  readonly name: string;
  readonly fallback: T;
  readonly children: (value: T, experience: UsedExperience<T>) => ReactNode;
}

/** Renders what is to be shown at a selector. */
export function Experience<T>({ name, fallback, children }: ExperienceProps<T>): ReactNode {
  const used = useExperience(name, fallback);
  return children(used.value, used);
}
