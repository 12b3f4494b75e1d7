// A file on its way to the service: how much of it has arrived, and what came of it.
import { useEffect, useRef, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { Problem } from '../../../api/problem.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useSite } from '../../../shell/site-context.ts';
import { useLeaveWarning } from '../../../ui/unsaved.ts';

interface Sending {
  /** It stays chosen, whatever becomes of it. */
  readonly file?: File;
  /** Share that is sent; undefined: nothing is on its way. */
  readonly share?: number;
  readonly error?: unknown;
  /** Did the teammate cancel it? */
  readonly isStopped?: boolean;
}

/** `onArrived` gets the upload's id once the service has the file. */
export function useSending(feedId: string, onArrived: (id: string) => void) {
  const { name: site } = useSite();
  const [state, setState] = useState<Sending>({});
  const cancel = useRef<() => void>(undefined);
  // A teammate who leaves the page does not want the file there any more.
  useEffect(() => () => cancel.current?.(), []);
  const isStopped = useRef(false);
  useLeaveWarning(state.share !== undefined);
  const begin = async (file: File) => {
    isStopped.current = false;
    setState({ file, share: 0 });
    if (!(await isReadable(file))) return setState({ file, error: changedOnDisk() });
    const asked = { params: { site, feedId }, query: { name: file.name.slice(-200) } };
    const sending = sendFile(consoleApi.startUpload, asked, file, (share) =>
      setState({ file, share }),
    );
    cancel.current = sending.cancel;
    try {
      const { id } = await sending.done;
      setState({ file });
      onArrived(id);
    } catch (error) {
      setState(isStopped.current ? { file, isStopped: true } : { file, error });
    }
    cancel.current = undefined;
  };
  const stop = () => {
    isStopped.current = true;
    cancel.current?.();
  };
  return { ...state, begin, stop };
}

/** Browsers read a file no more that was saved again since it was chosen. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const changedOnDisk = () =>
  new Problem({
    status: 0,
    title: 'The file could not be read',
    detail: 'It was changed, moved or deleted after you chose it. Choose it again.',
    code: 'unreachable',
    traceId: '',
  });
