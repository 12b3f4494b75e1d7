// Attributes as they were read: shown when somebody wants to see them.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';

interface Given {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function Values({ title, values }: Given) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? `Hide: ${title}` : title}
      </Button>
      {isShown && <CodeBlock code={JSON.stringify(values, null, 2)} what="the values" isWhole />}
    </div>
  );
}
