// Where the React program of a shop's page begins.
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from './react-app.fixture.ts';

interface Page {
  readonly props: AppProps;
  readonly document: { readonly getElementById: (id: string) => never };
}

const { props, document } = globalThis as unknown as Page;
hydrateRoot(document.getElementById('root'), createElement(App, props));
