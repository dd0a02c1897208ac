import type { TestApp } from './app.ts';

export const METRICS_TOKEN = 'a token for the metrics';

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** The answer of `/metrics`. The app needs METRICS_TOKEN. */
export async function askForMetrics(app: TestApp): Promise<string> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await app.client().fetch('/metrics', { headers });
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  return response.text();
}

/** The samples of `/metrics`, by the name of their series. */
export async function readMetrics(app: TestApp): Promise<Map<string, Sample[]>> {
  return samplesIn(await askForMetrics(app));
}

function samplesIn(text: string): Map<string, Sample[]> {
  const series = new Map<string, Sample[]>();
  for (const [, name = '', labels = '', value] of text.matchAll(
    /^([a-z\d_]+)(?:\{([^}]*)\})? (\S+)$/gm,
  )) {
    const samples = series.get(name) ?? [];
    series.set(name, samples);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', of = '']) => [
      key,
      of,
    ]);
    samples.push({ labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) });
  }
  return series;
}
