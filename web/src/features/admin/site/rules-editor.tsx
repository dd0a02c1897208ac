import * as words from '#words/admin';
import { siteLimits } from '@roost/contract/site';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { RuleRow } from './rule-row.tsx';
import { newRule, type DraftRule } from './site-form.ts';
import type { SiteFormState } from './use-site-form.ts';

/** Adds, changes, moves and removes rules. They are sent with the other settings. */
export function RulesEditor({ state: { form, values, set } }: { state: SiteFormState }) {
  const { rules } = values;
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');

  /** Shows the new rules at once, so that the caller can move the focus. */
  const show = (next: readonly DraftRule[]) => flushSync(() => set('rules', next));
  const focusRule = (index: number) => {
    const boxes = list.current?.querySelectorAll('textarea') ?? [];
    (boxes[Math.min(index, boxes.length - 1)] ?? add.current)?.focus();
  };

  function move(index: number, step: -1 | 1, focused: HTMLElement) {
    const to = index + step;
    if (to < 0 || to >= rules.length) return;
    const [moved] = rules.slice(index, index + 1);
    const others = rules.toSpliced(index, 1);
    show(others.toSpliced(to, 0, moved!));
    // The browser takes the focus from an element that moves.
    focused.focus();
    setSaid(words.isNowNumber({ number: to + 1 }));
  }

  return (
    <>
      {rules.length === 0 && <p className="text-muted">{words.thisSiteHasNoRules}</p>}
      <ol ref={list} className="flex flex-col gap-4 empty:hidden">
        {rules.map((rule, index) => {
          const { onInput: forgetError, ...field } = form.field(
            `rules.${index}.text`,
            words.ruleNumber({ number: index + 1 }),
          );
          return (
            <RuleRow
              key={rule.key}
              field={field}
              text={rule.text}
              number={index + 1}
              of={rules.length}
              onChange={(text) => {
                forgetError();
                set('rules', rules.with(index, { ...rule, text }));
              }}
              onMove={(step, focused) => move(index, step, focused)}
              onRemove={() => {
                show(rules.toSpliced(index, 1));
                focusRule(index);
                setSaid(words.ruleRemoved({ number: index + 1 }));
              }}
            />
          );
        })}
      </ol>
      <Announcement>{said}</Announcement>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          ref={add}
          variant="secondary"
          icon={<Plus size={18} />}
          disabled={rules.length >= siteLimits.rules.max}
          onClick={() => {
            show([...rules, newRule()]);
            focusRule(rules.length);
          }}
        >
          {words.addARule}
        </Button>
        {rules.length > 1 && (
          <p className="text-meta text-muted pointer-coarse:hidden">{words.altAndAnArrowMove}</p>
        )}
      </div>
    </>
  );
}
