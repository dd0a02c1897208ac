import * as words from '#words/screens';
import { DecisionList } from '../features/notifications/decisions/decision-list.tsx';
import { OwnReportList } from '../features/users/reports/own-report-list.tsx';
import { useSearchParams } from '../lib/router/router.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';

const tabs = [
  { value: 'reports', label: words.yourReports },
  { value: 'decisions', label: words.decisionsAboutYou },
] as const;

/** The outcomes of the viewer's reports, and the decisions about the viewer. */
export function ReportsScreen() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'decisions' ? 'decisions' : 'reports';
  return (
    <Tabs
      label={words.reportsAndDecisions}
      value={tab}
      onChange={(next) => setParams(next === 'decisions' ? { tab: next } : {}, { replace: true })}
      tabs={tabs}
    >
      {tab === 'decisions' ? <DecisionList /> : <OwnReportList />}
    </Tabs>
  );
}
