// What is shown when a page fails in the browser, or its code is no longer there after an update.
import { Button, Container, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ErrorAlert } from '../ui/error-alert.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Container size="sm" py="xl">
        <Stack>
          <ErrorAlert error={this.state.error} />
          <Button onClick={() => window.location.reload()}>Load the console again</Button>
        </Stack>
      </Container>
    );
  }
}
