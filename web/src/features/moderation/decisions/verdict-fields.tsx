import * as words from '#words/moderation';
import { moderationLimits } from '@roost/contract/limits';
import type { ReportReason } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode, type Ref } from 'react';
import { Select } from '../../../ui/controls/select.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { reasonOptions } from '../../auth/reason-labels.ts';
import { siteQuery } from '../../auth/site.query.ts';
import type { VerdictDraft } from './verdict-draft.ts';

/** A rule in the list is a line. The whole text is on the page of the case. */
const RULE_LENGTH = 60;

const ends = ['1', '3', '7', '14', '30', '90', '365'].map((days) => ({
  value: days,
  label: words.days({ count: Number(days) }),
}));

interface VerdictFieldsProps {
  draft: VerdictDraft;
  onChange: (change: Partial<VerdictDraft>) => void;
  message: Ref<HTMLTextAreaElement>;
  /** Why the message is not right. */
  error: string | undefined;
}

/** The fields that a moderator can fill with a decision. */
export function VerdictFields({ draft, onChange, message, error }: VerdictFieldsProps) {
  const { data: site } = useQuery(siteQuery);
  const rules = site?.rules ?? [];
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextAreaField
          label={words.messageForTheAuthor}
          rows={2}
          count={{ used: lengthOf(trimText(draft.message)), max: moderationLimits.note }}
          value={draft.message}
          onChange={(text) => onChange({ message: text })}
          error={error}
          ref={message}
        />
        <TextAreaField
          label={words.noteOnlyForTheStaff}
          rows={2}
          count={{ used: lengthOf(trimText(draft.note)), max: moderationLimits.note }}
          value={draft.note}
          onChange={(text) => onChange({ note: text })}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Choice label={words.reason}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              value={draft.reason}
              onChange={({ target }) => onChange({ reason: target.value as ReportReason | '' })}
              options={[{ value: '', label: words.asMostReportersSay }, ...reasonOptions]}
            />
          )}
        </Choice>
        <Choice label={words.endOfALimitOrSuspension}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              value={draft.days}
              onChange={({ target }) => onChange({ days: target.value })}
              options={[...ends, { value: '', label: words.withoutAnEnd }]}
            />
          )}
        </Choice>
        {rules.length > 0 && (
          <Choice label={words.brokenRule}>
            {(id) => (
              <Select
                id={id}
                className="w-full"
                value={draft.ruleId}
                onChange={({ target }) => onChange({ ruleId: target.value })}
                options={[
                  { value: '', label: words.noCertainRule },
                  ...rules.map(({ _id, text }) => ({ value: _id, label: shortRule(text) })),
                ]}
              />
            )}
          </Choice>
        )}
      </div>
    </>
  );
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-meta font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

const shortRule = (text: string): string =>
  text.length > RULE_LENGTH ? `${text.slice(0, RULE_LENGTH - 1)}…` : text;
