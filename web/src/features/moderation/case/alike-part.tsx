import * as words from '#words/moderation';
import type { AlikeCase, Likeness } from '@roost/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../lib/router/link.tsx';
import { useStore } from '../../../lib/store.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Part } from '../desk/part.tsx';
import { likenessLabels } from '../labels.ts';
import { selectCases, selectedCases } from '../queue/selection.ts';
import { aboutCase } from './about-case.ts';
import { alikeQuery } from './case.query.ts';

const kinds: readonly Likeness[] = ['text', 'address', 'time'];
/** The other cases can be selected, but a list of all would hide the rest of the page. */
const SHOWN = 8;

/** The cases that resemble this one, such as those of a wave of spam. Absent if there are none. */
export function AlikePart({ caseId }: { caseId: string }) {
  const { data, isError, refetch } = useQuery(alikeQuery(caseId));
  if (isError && !data)
    return (
      <Part title={words.alikeCases}>
        <LoadError message={words.failedToLoadAlikeCases} onRetry={() => void refetch()} />
      </Part>
    );
  if (!data?.length) return null;
  return (
    <Part title={words.alikeCases}>
      <div className="mb-4 flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <SelectKind key={kind} kind={kind} caseId={caseId} cases={data} />
        ))}
      </div>
      <ul className="flex flex-col gap-3">
        {data.slice(0, SHOWN).map((each) => (
          <AlikeRow key={each._id} each={each} />
        ))}
      </ul>
      {data.length > SHOWN && (
        <p className="mt-3 text-meta text-muted">
          {words.andMoreCases({ count: data.length - SHOWN })}
        </p>
      )}
    </Part>
  );
}

/** Selects this case and all that resemble it in one way. */
function SelectKind(props: { kind: Likeness; caseId: string; cases: readonly AlikeCase[] }) {
  const { kind, caseId, cases } = props;
  const selected = useStore(selectedCases);
  const ids = cases.flatMap(({ _id, alike }) => (alike.includes(kind) ? [_id] : []));
  if (ids.length === 0) return null;
  const isDone = [caseId, ...ids].every((id) => selected.has(id));
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={isDone}
      onClick={() => selectCases([caseId, ...ids])}
    >
      {words.selectAlike({ kind: likenessLabels[kind], count: ids.length })}
    </Button>
  );
}

function AlikeRow({ each }: { each: AlikeCase }) {
  return (
    <li className="min-w-0">
      <p className="flex flex-wrap gap-x-2 text-meta">
        <Link
          to={paths.moderationCase(each._id)}
          className="max-w-full truncate rounded-xs font-semibold hover:underline pointer-coarse:py-1"
        >
          {aboutCase(each)}
        </Link>
        <span className="text-muted">
          {each.alike.map((kind) => likenessLabels[kind]).join(' · ')}
        </span>
      </p>
      {each.preview !== '' && (
        <p dir="auto" className="truncate text-muted">
          {each.preview}
        </p>
      )}
    </li>
  );
}
