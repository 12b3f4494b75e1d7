// Where the console begins in the browser.
import './trusted-types.ts';
import '@mantine/core/styles.css';
import './global.css';
import './print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from './api/connection.ts';
import { makeQueryClient, sessionQuestion } from './api/queries.ts';
import { App } from './app.tsx';
import { sitePages } from './pages.tsx';
import { drafts } from './ui/drafts.ts';
import { printInLight } from './ui/printing.ts';

const queryClient = makeQueryClient();
watchConnection();
printInLight();
drafts.forgetOld(Date.now());

// All at once, and not one when the other is there: who is signed in, the page, what it asks first.
const [site = '', opened = 'overview'] = window.location.pathname.split('/').slice(2);
const page = sitePages.find(({ path }) => path === opened);
if (page) {
  void queryClient.prefetchQuery(sessionQuestion);
  void page.load();
  void page.ask?.(queryClient, site);
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
