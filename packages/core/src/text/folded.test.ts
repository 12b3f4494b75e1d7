// What is one text whatever the case, the width and the accents, and what is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { folded, foldedCase } from './folded.ts';

test('a text is found however it is written', () => {
  const same = [
    ['Übergröße', 'übergrösse', 'UBERGROSSE', 'U\u0308BERGRÖẞE', 'über\u00adgröße'],
    ['ÉCLAIR', 'éclair', 'E\u0301clair', 'eclair', 'ＥＣＬＡＩＲ'],
    ['Чашка', 'ЧАШКА', 'чашка'],
    ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['İstanbul', 'ISTANBUL', 'ıstanbul'],
    ['ﬁne', 'FINE'],
    ['Łódź', 'lodz'],
    ['Smørrebrød', 'SMORREBROD'],
    ['１２³', '123'],
  ];
  for (const [first, ...others] of same) {
    for (const other of others) assert.equal(folded(other), folded(first!), other);
  }
  const kept = ['か/が', 'कि/क', 'o/0', 'ss/s', 'чаша/чашка'];
  for (const [one, other] of kept.map((pair) => pair.split('/'))) {
    assert.notEqual(folded(one!), folded(other!));
  }
});

test('case alone is folded where accents count', () => {
  assert.equal(foldedCase('STRASSE'), foldedCase('straße'));
  assert.equal(foldedCase('É'), foldedCase('e\u0301'));
  assert.notEqual(foldedCase('é'), foldedCase('e'));
});

const texts = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

test('a folded text stays as it is, and no case or normal form makes another of it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const fold of [folded, foldedCase]) {
        const form = fold(text);
        assert.equal(fold(form), form);
        for (const nth of ['NFC', 'NFD', 'NFKC', 'NFKD'])
          assert.equal(fold(text.normalize(nth)), form);
      }
      assert.equal(folded(foldedCase(text)), folded(text));
      assert.equal(folded(text.toUpperCase()), folded(text.toLowerCase()));
    }),
    { numRuns: 5_000 },
  );
});
