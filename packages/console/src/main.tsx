// Where the console begins in the browser.
import './trusted-types.ts';
import '@mantine/core/styles.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { sitePages } from './pages.tsx';

// Begun now, and not when it is known who is signed in: that takes a request.
const opened = window.location.pathname.split('/').at(-1);
void sitePages.find(({ path }) => path === opened)?.load();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
