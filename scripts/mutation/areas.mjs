/**
 * What is mutated, and by which tests the mutants are to be found: few tests, so that the ones that survive cost
 * little.
 */
export const areas = [
  {
    name: 'history',
    title: 'The history of animals',
    mutate: ['src/history/*.ts'],
    tests: [
      'tests/history/{animal-history,consequences,coverage,no-false-positive,one-deviation,quote,tag,text-difference}.test.ts',
    ],
  },
  {
    name: 'answers',
    title: 'Watchers of single answers',
    mutate: [
      'src/watchers/{body-schema,documented-status,error-body,error-code,media-type,watch}.ts',
      'src/watchers/{quoted,server-error,start-watch,value-at,watched-exchange}.ts',
    ],
    tests: ['tests/watchers/{conforming-service,error-code,one-fault,quoted,server-error,value-at}.test.ts'],
  },
  {
    name: 'internals',
    title: 'Texts from the inside of a service',
    mutate: ['src/watchers/{internals,leak-patterns}.ts'],
    tests: ['tests/watchers/internals.test.ts'],
  },
  {
    name: 'rate-headers',
    title: 'Rate limit headers',
    mutate: ['src/watchers/{rate-headers,rate-reset}.ts'],
    tests: ['tests/watchers/{rate-fields,rate-headers,rate-reset,conforming-service,server-clock}.test.ts'],
  },
  {
    name: 'remaining-steps',
    title: 'Remaining, from one request to the next',
    mutate: ['src/watchers/{quick-steps,step-contrast,step-lumps,step-tally}.ts'],
    tests: ['tests/watchers/step-tally.test.ts'],
  },
  {
    name: 'remaining-bounds',
    title: 'Bounds on Remaining of permitted limiters',
    mutate: ['src/quota/judge/remaining-bounds.ts'],
    tests: ['tests/quota/judge/remaining-bounds.test.ts'],
  },
  {
    name: 'remaining-series',
    title: 'Remaining, from answer to answer',
    mutate: ['src/watchers/{hidden-requests,rate-count,remaining-series,two-counts}.ts'],
    tests: [
      'tests/watchers/{remaining-counts-down,remaining-overlap,remaining-series}.test.ts',
      'tests/watchers/{hidden-requests,two-counts}.test.ts',
    ],
  },
  {
    name: 'requests',
    title: 'What a request asks for',
    mutate: ['src/exchange/{creation-body,request-description,request-query}.ts'],
    tests: [
      'tests/exchange/{creation-body,request-description,request-headers}.test.ts',
      'tests/exchange/{request-query,unusual-request}.test.ts',
    ],
  },
  {
    name: 'bodies',
    title: 'Bodies and header fields of answers',
    mutate: ['src/exchange/{headers,response-body}.ts'],
    tests: ['tests/exchange/{headers,response-body}.test.ts'],
  },
  {
    name: 'exact-json',
    title: 'Exact JSON',
    mutate: ['src/json/{exact-json,json-number}.ts'],
    tests: ['tests/json/exact-json.test.ts'],
  },
  {
    name: 'schemas',
    title: 'Judging by the published schemas',
    mutate: ['src/json/{parsed-json,published-schema}.ts'],
    tests: ['tests/json/{parsed-json,schema-instance}.test.ts'],
  },
  {
    name: 'client',
    title: 'What the client reads of an answer',
    mutate: ['src/target/{retry-after,rate-limit-reading,server-clock}.ts'],
    tests: ['tests/target/rate-limit-reading.test.ts'],
  },
  {
    name: 'plain-answers',
    title: 'The short way under load',
    mutate: ['src/load/plain-{answers,headers}.ts'],
    tests: ['tests/load/{plain-answers,plain-body,plain-headers}.test.ts'],
  },
  {
    name: 'suite-requests',
    title: 'What suites send, and what is to be refused',
    mutate: [
      'suites/shared/{as-others-send,refused-credentials,valid-creations}.ts',
      'suites/refusals.suite.ts',
      'src/runner/removed-operation.ts',
    ],
    tests: [
      'tests/suites/shared/{as-others-send,both-parameters,creations}.test.ts',
      'tests/suites/shared/{refusals,refused-credentials,unique-ids}.test.ts',
      'tests/runner/removed-operation.test.ts',
    ],
  },
  {
    name: 'suite-ids',
    title: 'Ids that clients send, and statuses that a run must come to',
    mutate: ['suites/{client-ids,closing}.suite.ts'],
    tests: ['tests/suites/shared/{client-id,client-id-at-smoke,every-status}.test.ts'],
  },
  {
    name: 'suite-readings',
    title: 'Lists beside readings',
    mutate: ['suites/{fresh-animals.suite,shared/list-and-id}.ts'],
    tests: [
      'tests/suites/shared/{list-and-id,list-of-before,listed-otherwise,listing-changes-nothing}.test.ts',
    ],
  },
  {
    name: 'suite-refusals',
    title: 'What refused creations leave behind',
    mutate: ['suites/refused-without-effect.suite.ts'],
    tests: ['tests/suites/shared/{refused-creations,skipped-ids}.test.ts'],
  },
  {
    name: 'suite-filters',
    title: 'Filtered lists beside the whole',
    mutate: ['suites/shared/whole-and-filters.ts'],
    tests: [
      'tests/suites/shared/{filters-at-smoke,missing-from-filter,whole-and-filters}.test.ts',
      'tests/suites/statusless-animals.test.ts',
    ],
  },
  {
    name: 'suite-sequences',
    title: 'Random sequences',
    mutate: ['suites/sequences.suite.ts'],
    tests: ['tests/suites/shared/store-model.test.ts'],
  },
  {
    name: 'report/fold',
    title: 'From events to a report',
    mutate: ['src/report/{fold,coverage,shortfall-cause,merged-finding,by-earliest}.ts'],
    tests: ['tests/report/{fold,fold-findings,fold-report,fold-run,coverage,by-earliest}.test.ts'],
  },
  {
    name: 'report/decide',
    title: 'The verdict on one requirement',
    mutate: ['src/report/{decide,sound-evidence,exit-status,verdict-sentence}.ts'],
    tests: ['tests/report/{decide,fold,coverage,sound-evidence,verdict-sentence}.test.ts'],
  },
  {
    name: 'runner',
    title: 'Checks of a run: how they end, what they repeat, what a budget leaves out',
    mutate: [
      'src/runner/{animal-created,answer,plan-limit-requirements,report-measurements,run-plan}.ts',
      'src/runner/{refusal-fields-watch,run-check,run-plan,end-of-measurement,plans-under-test}.ts',
    ],
    tests: [
      'tests/runner/{answer,plan-limit-requirements,plan-verdicts,refusal-fields-watch,run-check,run-plan}.test.ts',
      'tests/runner/{end-of-measurement,measurement-cost,plans-under-test}.test.ts',
    ],
  },
  {
    name: 'quota/blocking',
    title: 'The judge of plan limits: which refusals began a block',
    mutate: ['src/quota/judge/blocking.ts'],
    tests: ['tests/quota/judge/blocking.test.ts'],
  },
  {
    name: 'quota/remaining',
    title: 'The judge of plan limits: Remaining',
    mutate: ['src/quota/judge/{promised-more,remaining}.ts'],
    tests: ['tests/quota/judge/{one-less-at-first,promised-less,promised-more,remaining}.test.ts'],
  },
  {
    name: 'quota/times',
    title: 'The judge of plan limits: sorted times and entries',
    mutate: ['src/quota/judge/{selected-entries,sorted-times}.ts'],
    tests: ['tests/quota/judge/{selected-entries,sorted-times}.test.ts'],
  },
  {
    name: 'quota/retry-after',
    title: 'The judge of plan limits: Retry-After',
    mutate: ['src/quota/judge/retry-after.ts'],
    tests: ['tests/quota/judge/{lone-requests,retry-after-form,retry-after-promises}.test.ts'],
  },
  {
    name: 'quota/reset',
    title: 'The judge of plan limits: Reset',
    mutate: ['src/quota/judge/reset.ts'],
    tests: ['tests/quota/judge/reset.test.ts'],
  },
  {
    name: 'quota/early-refusal',
    title: 'The judge of plan limits: requests refused within the limit',
    mutate: ['src/quota/judge/early-refusal.ts'],
    tests: ['tests/quota/judge/{early-refusal,server-errors}.test.ts'],
  },
  {
    name: 'quota/keys',
    title: 'The judge of plan limits: several keys',
    mutate: ['src/quota/judge/{neighbours,other-users,shared-count}.ts'],
    tests: ['tests/quota/judge/{key-turns,neighbours,other-users,shared-count}.test.ts'],
  },
  {
    name: 'quota/figures',
    title: 'The judge of plan limits: the daily limit, and other limits',
    mutate: ['src/quota/judge/{day,limit-not-reached}.ts'],
    tests: ['tests/quota/judge/{day,limit-not-reached}.test.ts'],
  },
  {
    name: 'quota/ledger',
    title: 'The judge of plan limits: requests per counter',
    mutate: ['src/quota/judge/{counters,key-ledger,request-class,spans,window-labels}.ts'],
    tests: ['tests/quota/judge/{counters,key-ledger,request-class,spans,window-labels}.test.ts'],
  },
  {
    name: 'quota/excess',
    title: 'The judge of plan limits: excess and its cause',
    mutate: ['src/quota/judge/{excess,excess-cause,short-window}.ts'],
    tests: ['tests/quota/judge/{densest-span,excess,excess-cause,short-window,window-crossing}.test.ts'],
  },
  {
    name: 'quota/decisions',
    title: 'The judge of plan limits: verdicts from decisions',
    mutate: ['src/quota/judge/{case,decisions,judge-quota,notes,observations}.ts'],
    tests: [
      'tests/quota/judge/{case,decisions,judge-quota,judges,limit-figure,notes,observations,overlap,server-clock,unusable-keys}.test.ts',
    ],
  },
  {
    name: 'quota/windows',
    title: 'The judge of plan limits: windows, by the clock and by requests',
    mutate: ['src/quota/judge/{clock-windows,fixed-windows,request-windows}.ts'],
    tests: ['tests/quota/judge/{clock-windows,fixed-windows,request-windows}.test.ts'],
  },
  {
    name: 'quota/sliding',
    title: 'The judge of plan limits: logs, counters and buckets',
    mutate: ['src/quota/judge/{permitted-limiters,sliding-counter,sliding-log,token-bucket}.ts'],
    tests: ['tests/quota/judge/{permitted-limiters,sliding-counter,sliding-log,token-bucket}.test.ts'],
  },
  {
    name: 'quota/steps',
    title: 'The judge of plan limits: limiters in steps',
    mutate: ['src/quota/judge/{step-search,stepped-limiters}.ts'],
    tests: ['tests/quota/judge/{step-search,stepped-limiters}.test.ts'],
  },
];
