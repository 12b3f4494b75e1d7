// What cases/templates.json says of templates, and that no payload becomes markup.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { payloadToBeginWith } from './begin.ts';
import { type TextFormat, textFormats } from './formats.ts';
import { parseView, type View } from './view.ts';

interface Cases {
  readonly views: { name: string; view: string; data: unknown; html: string }[];
  readonly wrongViews: { name: string; view: string; line: number; detail: string }[];
  readonly begins: { name: string; schema: unknown; payload?: unknown }[];
  readonly formats: { format: TextFormat; right: string[]; wrong: string[] }[];
}
const path = new URL('../../../../cases/templates.json', import.meta.url);
const { views, wrongViews, begins, formats } = JSON.parse(readFileSync(path, 'utf8')) as Cases;

for (const { name, view, data, html } of views) {
  test(`a view: ${name}`, () => assert.equal((parseView(view) as View).render(data), html));
}

for (const { name, view, line, detail } of wrongViews) {
  test(`a view is refused with its line: ${name}`, () => {
    const parsed = parseView(view);
    assert.ok('detail' in parsed);
    assert.deepEqual([parsed.line, parsed.detail.includes(detail)], [line, true], parsed.detail);
  });
}

for (const { name, schema, payload } of begins) {
  test(`a variation begins with: ${name}`, () => {
    assert.deepEqual(payloadToBeginWith(schema), payload);
    assert.equal(JSON.stringify(payloadToBeginWith(schema)), JSON.stringify(payload));
  });
}

for (const { format, right, wrong } of formats) {
  test(`a text of the format ${format} is told from others`, () => {
    for (const text of right) assert.ok(textFormats[format].isSo(text), text);
    for (const text of wrong) assert.ok(!textFormats[format].isSo(text), text);
  });
}

test('a schema that refers to itself still has something to begin with', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#' }, b: { default: 1 } } };
  assert.equal((payloadToBeginWith(schema) as { b: number }).b, 1);
});

test('whatever a payload holds, its view has the elements that the template wrote', () => {
  const view = parseView('<p title="{{a}}">{{#b}}<i>{{.}}</i>{{/b}}{{a}}</p>') as View;
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.string()), (a, b) => {
      const own = view.render({ a: '', b: b.map(() => '') }).match(/[<>"]/g)?.length ?? 0;
      assert.equal(view.render({ a, b }).match(/[<>"]/g)?.length, own);
    }),
  );
});

test('what a view refers to outside of sections is known', () => {
  const view = parseView('{{a.b}}{{#c}}{{d}}{{/c}}{{^e}}{{/e}}{{.}}{{a}}') as View;
  assert.deepEqual(view.names, ['a', 'c', 'e']);
});
