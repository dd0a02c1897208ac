import * as words from '#words/moderation';
import type { AuditEntry } from '@roost/contract/moderation';
import { ListFilter } from 'lucide-react';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Sentence } from '../../../ui/sentence.tsx';
import { PersonName } from '../person-name.tsx';
import { auditSentences } from './audit-labels.ts';
import type { AuditFilter } from './audit.query.ts';

interface AuditRowProps {
  entry: AuditEntry;
  onFilter: (filter: AuditFilter) => void;
}

/** One entry: who did what, to whom, and the state before and after. */
export function AuditRow({ entry, onFilter }: AuditRowProps) {
  const { at, by, actor, action, subject, person, before, after } = entry;
  const doer =
    by === 'staff' ? (
      <Filterable
        key="actor"
        person={actor}
        label={actor && words.onlyWhatPersonDid(actor)}
        onPress={() => actor && onFilter({ actor: actor._id })}
      />
    ) : (
      <strong key="actor">{by === 'operator' ? words.theOperator : words.theServer}</strong>
    );
  const concerned = (
    <Filterable
      key="person"
      person={person}
      label={person && words.onlyAboutPerson(person)}
      onPress={() => person && onFilter({ subject: person._id })}
    />
  );
  const sentence = auditSentences[action]({ actor: doer, person: concerned });
  return (
    <li className="border-b border-line px-4 py-3">
      <div className="flex items-start gap-x-2">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Sentence parts={sentence} />
          {person && !sentence.flat(Infinity).includes(concerned) && <> {concerned}</>}
          {subject?.type === 'case' && (
            <>
              {' '}
              <Link
                to={paths.moderationCase(subject._id)}
                className="rounded-xs text-accent-text hover:underline pointer-coarse:py-1"
              >
                {words.openTheCase}
              </Link>
            </>
          )}
        </p>
        <RelativeTime iso={at} className="shrink-0 text-meta text-muted" />
      </div>
      {(before ?? after) && <Change before={before} after={after} />}
    </li>
  );
}

interface FilterableProps {
  /** Null is somebody who was erased. */
  person: AuditEntry['person'];
  label: string | null;
  onPress: () => void;
}

/** A person in the sentence, with a button that filters the log by them. */
function Filterable({ person, label, onPress }: FilterableProps) {
  return (
    <span className="inline-flex max-w-full items-center align-middle">
      <PersonName person={person} />
      {label !== null && (
        <IconButton label={label} onClick={onPress} className="-my-1">
          <ListFilter size={16} />
        </IconButton>
      )}
    </span>
  );
}

/** The states before and after. They have ids and codes, and no texts. */
function Change({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  return (
    <details className="mt-1 text-meta text-muted">
      <summary className="w-fit cursor-pointer rounded-xs pointer-coarse:py-2">
        {words.details}
      </summary>
      <dl className="mt-1 flex flex-col gap-1">
        <State name={words.before} state={before} />
        <State name={words.after} state={after} />
      </dl>
    </details>
  );
}

function State({ name, state }: { name: string; state: AuditEntry['before'] }) {
  if (!state) return null;
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd dir="ltr" className="[overflow-wrap:anywhere]">
        {Object.entries(state).map(([key, value]) => (
          <span key={key} className="me-3 inline-block">
            {`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`}
          </span>
        ))}
      </dd>
    </div>
  );
}
