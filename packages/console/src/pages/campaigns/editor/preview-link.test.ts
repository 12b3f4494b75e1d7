// A preview link is the page that was typed, with the id, whatever its query was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageIn, previewLink } from './preview-link.ts';

test('addresses are read as people type them, and nothing else than web pages', () => {
  const pages = {
    'shop.example': 'https://shop.example/',
    ' shop.example/sale?a=1#top ': 'https://shop.example/sale?a=1#top',
    'http://localhost:3000/': 'http://localhost:3000/',
    'localhost:3000/a': 'https://localhost:3000/a',
    'HTTPS://Shop.Example': 'https://shop.example/',
  };
  for (const [typed, page] of Object.entries(pages)) assert.equal(pageIn(typed)?.href, page);
  for (const typed of ['', ' ', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a', 'a b']) {
    assert.equal(pageIn(typed), undefined, typed);
  }
});

test('the id joins the query of the page, in place of another, and off leaves the preview', () => {
  const page = pageIn('https://shop.example/p?color=red&attune_preview=old#x') as URL;
  assert.equal(previewLink(page, 'a.b'), 'https://shop.example/p?color=red&attune_preview=a.b#x');
  assert.match(previewLink(page, 'off'), /[?&]attune_preview=off#x$/);
});
