import * as words from '#words/admin';
import { siteLimits } from '@roost/contract/site';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextAreaField, type TextAreaFieldProps } from '../../../ui/controls/text-area-field.tsx';

interface RuleRowProps {
  field: Pick<TextAreaFieldProps, 'name' | 'label' | 'rule' | 'error'>;
  text: string;
  number: number;
  of: number;
  onChange: (text: string) => void;
  /** Moves the rule, and keeps the focus on the element that had it. */
  onMove: (step: -1 | 1, focused: HTMLElement) => void;
  onRemove: () => void;
}

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** One rule, with buttons that move and remove it. */
export function RuleRow({ field, text, number, of, onChange, onMove, onRemove }: RuleRowProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(step, event.currentTarget);
  };
  const moveBy = (step: -1 | 1) => (event: MouseEvent<HTMLButtonElement>) =>
    onMove(step, event.currentTarget);
  return (
    <li className="flex items-start gap-1">
      <TextAreaField
        {...field}
        className="min-w-0 flex-1"
        rows={2}
        value={text}
        count={{ used: lengthOf(trimText(text)), max: siteLimits.rule.max }}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      {/* Below the label, beside the text. */}
      <div className="-me-2 flex flex-col pt-6">
        <IconButton
          label={words.moveRuleUp({ number })}
          aria-disabled={number === 1}
          className="aria-disabled:opacity-40"
          onClick={moveBy(-1)}
        >
          <ArrowUp size={18} />
        </IconButton>
        <IconButton
          label={words.moveRuleDown({ number })}
          aria-disabled={number === of}
          className="aria-disabled:opacity-40"
          onClick={moveBy(1)}
        >
          <ArrowDown size={18} />
        </IconButton>
        <IconButton label={words.removeRule({ number })} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </div>
    </li>
  );
}
