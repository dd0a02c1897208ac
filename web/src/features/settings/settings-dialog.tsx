import * as words from '#words/settings';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { ThemePicker } from './theme-picker.tsx';

const tabs = [
  { value: 'theme', label: words.theme },
  { value: 'password', label: words.password },
  { value: 'sessions', label: words.sessions },
] as const;
type Tab = (typeof tabs)[number]['value'];

export function SettingsDialog({
  open,
  onOpenChange,
  foot,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Below every settings page. */
  foot: ReactNode;
}) {
  const [tab, setTab] = useState<Tab>('theme');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.settings}>
      <div className="-mx-6 min-h-100">
        <Tabs label={words.settings} value={tab} onChange={setTab} tabs={tabs}>
          <div className="px-6 pt-6">
            {tab === 'theme' && <ThemePicker />}
            {tab === 'password' && <PasswordForm />}
            {tab === 'sessions' && <SessionList />}
          </div>
        </Tabs>
      </div>
      {foot}
    </Dialog>
  );
}
