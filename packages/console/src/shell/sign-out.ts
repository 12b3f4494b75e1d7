// Signing out: the session ends on the server, and nothing that was shown is kept here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { consoleApi } from '../api/endpoints.ts';
import { forget } from '../api/queries.ts';

export function useSignOut({ isEverywhere = false } = {}) {
  const held = useQueryClient();
  return useMutation({
    mutationFn: () =>
      isEverywhere ? call(consoleApi.signOutEverywhere, {}) : call(consoleApi.signOut, {}),
    onSuccess: (there) => {
      forget(held);
      if (there) window.location.assign(there.address);
    },
  });
}
