import { distributions } from '../../../tools/shard/keys.ts';

// A Citus refuses these statements (docs/scaling.md). `npm test` has no Citus, so it compares each statement with these rules.

/** Returns why a Citus would refuse this statement. An empty list if no rule says so. */
export function refusalsOf(text: string): string[] {
  const plain = text.replaceAll('"', '').replaceAll(/\(\s*select now\(\)\s*\)/g, 'a_constant');
  return Object.entries(rules)
    .filter(([, breaks]) => breaks(plain))
    .map(([reason]) => `${reason}: ${text}`);
}

const rules: Record<string, (text: string) => boolean> = {
  'locks rows of several keys': (text) => {
    const [, table = '', condition = ''] =
      /^select\b.*?\bfrom (\w+)\b(?!.*\bjoin\b)(.*) for (?:no key )?(?:update|share)\b/s.exec(
        text,
      ) ?? [];
    const distribution = distributions.get(table);
    if (distribution?.kind !== 'distributed') return false;
    return !new RegExp(`\\b${distribution.key} = (?!any)`).test(condition);
  },
  'changes a row with now() in case or coalesce': (text) =>
    changesOf(text).some((change) => /\b(coalesce|case)\b.*\bnow\(\)/s.test(change)),
  'changes a row of a conflict with now()': (text) =>
    /\bdo update set\b(?:(?!\bwhere\b).)*\bnow\(\)/s.test(text),
  'changes rows by a time of a column in the zone of the session': (text) =>
    /^(update|delete)\b.*\bdate_trunc\('\w+', \w+\)/s.test(text),
};

/** The lists of changes of all updates in a statement. */
function changesOf(text: string): string[] {
  return [...text.matchAll(/\bupdate \w+ set\b(.*?)(?=\bwhere\b|\bfrom\b|$)/gs)].map(
    ([, change = '']) => change,
  );
}
