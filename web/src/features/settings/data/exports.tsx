import * as words from '#words/settings';
import { listExports, requestExport, type Export } from '@roost/contract/personal-data';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileArchive } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { inMegabytes } from '../../../lib/format/megabytes.ts';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';

const exportsKey = ['exports'] as const;
/** How often the page asks for the progress of a copy. */
const PROGRESS_MS = 3_000;

/** The copies of the viewer's data. The list needs a proof, so it shows on a press. */
export function Exports() {
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const { data } = useQuery({
    queryKey: exportsKey,
    queryFn: async ({ signal }) => (await call(listExports, { signal })).data.exports,
    // Only the buttons begin a list.
    enabled: ({ state }) => isShown && state.data !== undefined && state.status !== 'error',
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.some(({ status }) => status === 'working')
        ? PROGRESS_MS
        : false,
    gcTime: 0,
  });
  const keep = ({ data: { exports } }: { data: { exports: Export[] } }) => {
    client.setQueryData(exportsKey, exports);
    setShown(true);
  };
  const ask = useMutation({ mutationFn: () => call(requestExport, {}), onSuccess: keep });
  const show = useMutation({ mutationFn: () => call(listExports, {}), onSuccess: keep });
  return (
    <>
      {isShown && data && (
        <ul className="mb-4 divide-y divide-line">
          {data.length === 0 && <li className="py-3 text-muted">{words.youHaveNoCopies}</li>}
          {data.map((copy) => (
            <ExportRow key={copy._id} copy={copy} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={ask.isPending} onClick={() => ask.mutate()}>
          {words.askForACopy}
        </Button>
        {!isShown && (
          <Button variant="ghost" busy={show.isPending} onClick={() => show.mutate()}>
            {words.showMyCopies}
          </Button>
        )}
      </div>
    </>
  );
}

function ExportRow({ copy: { status, createdAt, expiresAt, bytes, url } }: { copy: Export }) {
  const date = briefTime(createdAt);
  const download = useMutation({
    // The file needs a recent proof. A refused download could not ask for one.
    mutationFn: () => call(listExports, {}),
    onSuccess: () => {
      if (url !== null) location.assign(url);
    },
  });
  const isReady = status === 'ready' && url !== null;
  return (
    <li className="flex items-center gap-4 py-3">
      <FileArchive className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-name font-semibold">{words.copyOf({ date })}</p>
        <p role="status" className="flex items-center gap-2 text-meta text-muted">
          {isReady ? (
            words.availableUntil({ size: inMegabytes(bytes ?? 0), date: briefTime(expiresAt) })
          ) : (
            <>
              <Spinner /> {words.beingPrepared}
            </>
          )}
        </p>
      </div>
      {isReady && (
        <Button
          variant="secondary"
          size="sm"
          icon={<Download size={16} />}
          busy={download.isPending}
          aria-label={words.downloadTheCopyOf({ date })}
          onClick={() => download.mutate()}
        >
          {words.downloadTheCopy}
        </Button>
      )}
    </li>
  );
}
