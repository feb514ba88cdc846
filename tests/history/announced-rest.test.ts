import { describe, expect, it } from 'vitest';
import { announcesMore } from '../../src/history/announced-rest.ts';

const length = 12;

describe('a list of 12 animals', () => {
  it.each([
    ['Link', '</v1/pets?page=2>; rel="next"'],
    ['link', '<https://example.com/pets?page=1>; rel=prev, </pets?page=3>; rel=next; title="more"'],
    ['Link', '</pets?page=2>; rel="last next"'],
    ['X-Total-Count', '13'],
    ['X-Total', '500'],
    ['Pagination-Count', '40'],
    ['Total-Items', '40'],
    ['X-Total-Pages', '2'],
    ['X-Pagination-Page-Count', '3'],
    ['Content-Range', 'pets 0-11/57'],
    ['X-Next-Page', '2'],
    ['X-NextPage', '2'],
    ['Next-Cursor', 'eyJpZCI6NX0'],
    ['X-Cursor', 'abc'],
    ['X-Continuation-Token', 'abc'],
    ['X-Has-More', 'true'],
    ['X-Pagination', '{"TotalCount":57,"PageSize":20}'],
    ['X-Pagination', '{"total_pages":1,"has_next":true}'],
  ])('announces more by %s: %s', (name, value) => {
    expect(announcesMore([[name, value]], length)).toBe(true);
  });

  it.each([
    ['Link', '</v1/pets>; rel="first", </v1/pets?page=1>; rel="last"'],
    ['Link', '</v1/pets>; rel="successor-version"'],
    ['Link', '</next>; rel="prev"; title="next"'],
    ['X-Total-Count', '12'],
    ['X-Total-Pages', '1'],
    ['Content-Range', 'pets 0-11/12'],
    ['Content-Range', 'pets 0-11/*'],
    ['X-Next-Page', ''],
    ['X-Next-Cursor', 'null'],
    ['X-Has-More', 'false'],
    ['X-Nextjs-Cache', 'HIT'],
    ['X-RateLimit-Remaining-Count', '5000'],
    ['X-Pagination', '{"TotalCount":12,"hasNext":false,"next":null}'],
    ['Vary', 'Accept'],
  ])('does not by %s: %s', (name, value) => {
    expect(announcesMore([[name, value]], length)).toBe(false);
  });
});
