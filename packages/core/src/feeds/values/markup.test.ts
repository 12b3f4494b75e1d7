// HTML in the cells of a feed becomes the words that a reader sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEntities, hasEntities, stripTags } from './markup.ts';

test('tags go, the gaps between blocks stay, and what is no tag is text', () => {
  const words: Readonly<Record<string, string>> = {
    '<p>Warm &amp; light</p><p>New</p>': 'Warm &amp; light New',
    'so <b>bold</b>er': 'so bolder',
    'one<br/>two<BR>three': 'one two three',
    '<ul class="a"><li>x</li><li>y</li></ul>': 'x y',
    'a < b and b > c': 'a < b and b > c',
    'from <5 to 7> kg': 'from <5 to 7> kg',
    'kept<!-- not shown -->, all': 'kept, all',
    'a<style>p { color: red }</style>b<script>if (a < b) alert("</p>")</script>c': 'a b c',
    'cut off <b': 'cut off <b',
  };
  for (const [html, text] of Object.entries(words)) assert.equal(stripTags(html), text, html);
});

test('entities become their characters, and what names none stays', () => {
  assert.equal(decodeEntities('caf&eacute; &#8211; &#x20AC;5 &amp;amp;'), 'café – €5 &amp;');
  assert.equal(decodeEntities('R&D &nothing; &#0; &#xD800;'), 'R&D &nothing; &#0; &#xD800;');
  assert.deepEqual(['a & b', 'a &amp; b'].map(hasEntities), [false, true]);
});
