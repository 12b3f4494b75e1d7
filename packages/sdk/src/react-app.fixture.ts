// The React program of a shop's page; its server renders the same.
import { createElement, type ReactElement, useEffect, useState } from 'react';
import { createVisitor } from './index.ts';
import { AttuneProvider, type AttuneProviderProps, useExperience } from './react.ts';

export interface AppProps {
  readonly url: string;
  readonly apiKey: string;
  readonly preloaded: AttuneProviderProps['preloaded'];
}

/** What the page shows; `hydrated` once its scripts run. */
export function App({ url, apiKey, preloaded }: AppProps): ReactElement {
  const [visitor] = useState(() => createVisitor({ url, key: apiKey, timeoutMs: 20_000 }));
  return createElement(AttuneProvider, { visitor, preloaded }, createElement(Hero));
}

function Hero(): ReactElement {
  const { value, click } = useExperience('hero', { headline: 'Welcome' });
  const later = useExperience('later', { headline: 'For now' });
  const [state, setState] = useState('static');
  useEffect(() => setState('hydrated'), []);
  return createElement(
    'main',
    { className: state },
    createElement('button', { type: 'button', onClick: click }, value.headline),
    createElement('p', null, later.value.headline),
  );
}
