import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { ThemePicker } from './theme-picker.tsx';

const tabs = [
  { value: 'theme', label: 'Theme' },
  { value: 'password', label: 'Password' },
  { value: 'sessions', label: 'Sessions' },
] as const;
type Tab = (typeof tabs)[number]['value'];

export function SettingsDialog({
  open,
  onOpenChange,
  foot,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Below the settings, whichever are shown. */
  foot: ReactNode;
}) {
  const [tab, setTab] = useState<Tab>('theme');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Settings">
      <div className="-mx-6 min-h-100">
        <Tabs label="Settings" value={tab} onChange={setTab} tabs={tabs}>
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
