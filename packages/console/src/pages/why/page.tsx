// Why did they see this: what a user would be given now, or was given then, step by step.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Ask } from './ask.tsx';
import { Now } from './now.tsx';
import { type Question, questionOf } from './question.ts';
import { Replayed } from './replayed.tsx';

export function Why() {
  const [search] = useSearchParams();
  // Another address asks anew.
  return <Asking key={search.toString()} first={questionOf(search)} />;
}

function Asking({ first }: { first: Question | undefined }) {
  const [question, setQuestion] = useState(first);
  return (
    <Page
      title="Why did they see this?"
      about="Every step of a decision: who was meant, where the user’s bucket lies, what was kept from before. Asking records nothing."
    >
      <Ask first={first} onAsk={setQuestion} />
      {question === undefined && <NothingAsked />}
      {question?.kind === 'now' && <Now body={question.body} />}
      {question?.kind === 'decision' && <Replayed decisionId={question.decisionId} />}
    </Page>
  );
}

function NothingAsked() {
  return (
    <EmptyState icon="why" title="Whose experience puzzles you?">
      Give a user to see what each live campaign would decide now, or the decisionId of an answer to
      see what was decided then, and whether it would be the same again.
    </EmptyState>
  );
}
