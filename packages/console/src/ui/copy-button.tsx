// A button that copies, and says that it did, to those who look and to those who listen.
import { ActionIcon, Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copyText } from './clipboard.ts';
import { Icon } from './icons.tsx';

const shownMs = 2_000;

/** Did the last copy succeed? Undefined a while after it, and before the first. */
export function useCopied() {
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const run = (copying: Promise<void>) =>
    copying.then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return { copied, run };
}

/** Copies `text`; `what` names it: "Copy the link". */
export function CopyButton({ text, what, ...props }: { text: string; what: string } & ButtonProps) {
  const { copied, run } = useCopied();
  return (
    <>
      <Button
        variant="light"
        leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
        {...props}
        aria-label={`${copied ? 'Copied' : 'Copy'} ${what}`}
        onClick={() => run(copyText(text))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <CopyAnnouncement copied={copied} what={what} />
    </>
  );
}

/** The same, as small as a pictogram. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { copied, run } = useCopied();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Copy ${what}`}
        onClick={() => run(copyText(text))}
      >
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </ActionIcon>
      <CopyAnnouncement copied={copied} what={what} />
    </>
  );
}

/** Announces the outcome of copying to screen readers. */
export function CopyAnnouncement({ copied, what }: { copied: boolean | undefined; what: string }) {
  const words = {
    true: `Copied ${what}`,
    false: `Could not copy ${what}. Select the text and copy it`,
  };
  return (
    <VisuallyHidden aria-live="polite">
      {copied === undefined ? '' : words[`${copied}`]}
    </VisuallyHidden>
  );
}
