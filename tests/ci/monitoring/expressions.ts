import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from '../run-script.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

export const alertsFile: string = join(repository, 'ci/monitoring/alerts.yaml');
const dashboard: Dashboard = JSON.parse(
  readFileSync(join(repository, 'ci/monitoring/dashboard.json'), 'utf8'),
);
const alerts: Rules = parse(readFileSync(alertsFile, 'utf8'));

/** The expressions of the dashboard in PromQL, with values for its variables. */
export const dashboardExpressions: readonly string[] = dashboard.panels
  .flatMap(({ targets }) => targets)
  .map(({ expr }) =>
    expr.replaceAll('$instance', '.*').replaceAll('$window', '3h').replaceAll('$__range', '7d'),
  );

export const alertExpressions: readonly string[] = alerts.groups
  .flatMap(({ rules }) => rules)
  .map(({ expr }) => expr);
