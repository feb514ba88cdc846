import type { Dashboard, FieldConfig, Panel, VariableModel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
import type * as stat from '@grafana/grafana-foundation-sdk/stat';
import type * as stateTimeline from '@grafana/grafana-foundation-sdk/statetimeline';
import type * as table from '@grafana/grafana-foundation-sdk/table';
import type * as timeSeries from '@grafana/grafana-foundation-sdk/timeseries';

/** A type of Grafana as its JSON is written: the words of an enumeration as text, and no methods. */
type Written<Type> = 0 extends 1 & Type
  ? unknown
  : Type extends string
    ? `${Type}`
    : Type extends readonly (infer Item)[]
      ? readonly Written<Item>[]
      : Type extends object
        ? {
            [Member in keyof Type as Type[Member] extends (...given: never[]) => unknown
              ? never
              : Member]: Written<Type[Member]>;
          }
        : Type;

type WrittenPanel<Name extends string, Options, Custom> = Omit<
  Written<Panel>,
  'type' | 'targets' | 'options' | 'fieldConfig'
> & {
  readonly type: Name;
  readonly targets: readonly Written<Dataquery>[];
  readonly options: Written<Options>;
  readonly fieldConfig: {
    readonly defaults: Omit<Written<FieldConfig>, 'custom'> & { readonly custom?: Written<Partial<Custom>> };
    readonly overrides: readonly [];
  };
};

/** A dashboard with panels of these kinds, queries in PromQL, and no member that Grafana does not know. */
export interface WrittenDashboard extends Omit<Written<Dashboard>, 'panels' | 'templating'> {
  readonly panels: readonly (
    | WrittenPanel<'stat', stat.Options, never>
    | WrittenPanel<'table', table.Options, table.FieldConfig>
    | WrittenPanel<'timeseries', timeSeries.Options, timeSeries.FieldConfig>
    | WrittenPanel<'state-timeline', stateTimeline.Options, stateTimeline.FieldConfig>
  )[];
  readonly templating: { readonly list: readonly Written<VariableModel>[] };
}
