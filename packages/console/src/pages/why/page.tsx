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
      about="Every step of a decision, each with a link to what would change it. Nothing is recorded."
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
    <EmptyState icon="why" title="Explain an experience">
      Enter a user to see what each live campaign decides for them now, or a decision ID to see what
      was decided earlier.
    </EmptyState>
  );
}
