// The React program of a shop's page as its server renders it.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App, type AppProps } from './react-app.fixture.ts';

export type { AppProps };

/** The page's HTML. */
export const renderApp = (props: AppProps): string => renderToString(createElement(App, props));
