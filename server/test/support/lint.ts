import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface Finding {
  filename: string;
  code: string;
  message: string;
  help?: string;
}

/** Lints these files in a folder with the layout of the project and its real configuration, and nothing else. */
export async function lintFiles(files: [file: string, text: string][]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-boundaries-'));
  try {
    await cp(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, text] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${text}\n`);
    }
    const places = [...new Set(files.map(([file]) => file.split('/')[0] ?? ''))];
    const lint = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', ...places];
    const { stdout } = await run(process.execPath, lint, { cwd: folder }).catch(
      (failed: { stdout: string }) => failed,
    );
    return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the reasons against this import of the file. */
export function reasonsAgainst(findings: Finding[], file: string, specifier: string) {
  return findings
    .filter(({ filename, code }) => filename === file && code.includes('no-restricted-imports'))
    .filter(({ message }) => message.includes(`'${specifier}'`))
    .map(({ help }) => help);
}

/** The text of each file, from the modules that it shall import. */
export function importing(imports: [file: string, specifier: string, ...unknown[]][]) {
  return [...Map.groupBy(imports, ([file]) => file)].map(([file, all]): [string, string] => [
    file,
    all.map(([, specifier]) => `export * from '${specifier}';`).join('\n'),
  ]);
}
