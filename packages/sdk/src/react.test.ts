// React on a server: what was chosen is in the HTML, and one visitor never sees another's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createVisitor } from './index.ts';
import { AttuneProvider, type AttuneProviderProps, Experience } from './react.ts';

const visitor = createVisitor({ url: 'https://attune.example', key: 'k' });

function render(preloaded?: AttuneProviderProps['preloaded']): string {
  const hero = createElement(Experience<{ headline: string }>, {
    name: 'hero',
    fallback: { headline: 'Welcome' },
    // biome-ignore lint/correctness/noChildrenProp: they are a function
    children: ({ headline }, { isLoading }) => `${headline}${isLoading ? ', for now' : ''}`,
  });
  return renderToString(createElement(AttuneProvider, { visitor, preloaded }, hero));
}

test('choices of the server are what it renders', () => {
  const chosen = { selector: 'hero', value: { headline: 'Bold' }, isFallback: false };
  assert.equal(render({ hero: chosen }), 'Bold');
  // The next request, with the same visitor object.
  assert.equal(render(), 'Welcome, for now');
});

test('a control group is not waited for', () => {
  const control = { selector: 'hero', value: null, isFallback: true, decisionId: 'd' };
  assert.equal(render({ hero: control }), 'Welcome');
});

test('a component without a provider says what is missing', () => {
  // biome-ignore lint/correctness/noChildrenProp: they are a function
  const alone = createElement(Experience, { name: 'a', fallback: 1, children: () => '' });
  assert.throws(() => renderToString(alone), /Put an <AttuneProvider visitor=/);
});
