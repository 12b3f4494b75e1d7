// What is shown where a page fails in the browser; code that an update took away is loaded anew.
import { Button, Group, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { drafts } from '../ui/drafts.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { isCodeMissing, reloadWhenReached } from './reload.ts';

interface Given {
  /** What is shown: with another, an error is over. */
  readonly of?: string;
  /** Forgets what the page may have failed by. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error?: unknown;
  readonly of?: string | undefined;
}

export class ErrorBoundary extends Component<Given, State> {
  override state: State = { of: this.props.of };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  static getDerivedStateFromProps({ of }: Given, state: State): State | null {
    return of === state.of ? null : { of, error: undefined };
  }

  override componentDidCatch(error: unknown): void {
    if (isCodeMissing(error)) reloadWhenReached();
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isCodeMissing(error)) return <CodeMissing />;
    const retry = () => {
      this.props.onRetry?.();
      this.setState({ error: undefined });
    };
    const discard = () => {
      drafts.removeRestored();
      retry();
    };
    return (
      <Stack align="flex-start">
        <ErrorAlert error={error} />
        <Group gap="xs">
          <Button onClick={retry}>Try again</Button>
          {drafts.areRestored() && (
            <Button variant="default" onClick={discard}>
              Discard my draft and try again
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
}

function CodeMissing() {
  return (
    <Stack align="flex-start">
      <ErrorAlert
        error={
          new Error(
            'This page could not be loaded: the server was updated or cannot be reached. Your drafts are kept. The page loads again when the server answers.',
          )
        }
        title="The page could not be loaded"
      />
      <Button onClick={() => window.location.reload()}>Reload page</Button>
    </Stack>
  );
}
