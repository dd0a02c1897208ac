import * as words from '#words/moderation';
import { moderationLimits } from '@roost/contract/limits';
import type { SubjectType } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { choicesFor, type ActionChoice } from '../actions.ts';
import { changeVerdictDraft, useVerdictDraft, type VerdictDraft } from './verdict-draft.ts';
import { VerdictFields } from './verdict-fields.tsx';

/** The actions of the desk's keys on the form. */
export interface VerdictHandle {
  /** Decides by the key of a decision. Returns false for other keys. */
  decide: (key: string) => boolean;
  focusMessage: () => void;
}

interface VerdictFormProps {
  /** The case, or `BULK`. */
  draftId: string;
  /** The kind of the subject. Absent for subjects of several kinds. */
  type?: SubjectType;
  /** Each button has a key. Absent in dialogs, and for closed cases, so that one key never replaces a decision. */
  hasKeys?: boolean;
  onDecide: (choice: ActionChoice, draft: VerdictDraft) => void;
  ref?: Ref<VerdictHandle>;
}

/** The words of a decision, and one button for each decision. A button decides with the words as they are. */
export function VerdictForm({ draftId, type, hasKeys = false, onDecide, ref }: VerdictFormProps) {
  const draft = useVerdictDraft(draftId);
  const [error, setError] = useState<string>();
  const message = useRef<HTMLTextAreaElement>(null);
  const choices = choicesFor(type);

  function decide(choice: ActionChoice): void {
    const problem = problemOf(choice, draft);
    setError(problem);
    if (problem === undefined) onDecide(choice, draft);
    else message.current?.focus();
  }

  useImperativeHandle(ref, () => ({
    decide(key) {
      const choice = hasKeys ? choices.find((each) => each.key === key) : undefined;
      if (choice) decide(choice);
      return choice !== undefined;
    },
    focusMessage: () => message.current?.focus(),
  }));

  return (
    <div className="flex flex-col gap-4">
      <VerdictFields
        draft={draft}
        onChange={(change) => {
          setError(undefined);
          changeVerdictDraft(draftId, change);
        }}
        message={message}
        error={error}
      />
      <div role="group" aria-label={words.decide} className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <ActionButton
            key={choice.action}
            choice={choice}
            hasKey={hasKeys}
            onPress={() => decide(choice)}
          />
        ))}
      </div>
    </div>
  );
}

interface ActionButtonProps {
  choice: ActionChoice;
  hasKey: boolean;
  onPress: () => void;
}

function ActionButton({ choice, hasKey, onPress }: ActionButtonProps) {
  const { action, key, label, about } = choice;
  return (
    <button
      type="button"
      aria-keyshortcuts={hasKey ? key : undefined}
      data-tooltip={about}
      onClick={onPress}
      className={buttonLook({ variant: action === 'ban' ? 'danger' : 'secondary' })}
    >
      {label}
      {hasKey && (
        <kbd
          aria-hidden
          className="rounded-xs border border-current px-1 text-mark font-medium opacity-70 pointer-coarse:hidden"
        >
          {key.toUpperCase()}
        </kbd>
      )}
    </button>
  );
}

function problemOf({ action }: ActionChoice, draft: VerdictDraft): string | undefined {
  const texts = [draft.message, draft.note].map((text) => lengthOf(trimText(text)));
  if (texts.some((length) => length > moderationLimits.note)) return words.thisTextIsTooLong;
  if (action === 'warn' && texts[0] === 0) return words.aWarningNeedsWords;
  return undefined;
}
