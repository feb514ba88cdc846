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
    ['X-Pagination', '{"currentPage":1,"totalPages":3}'],
    ['X-Pagination', '{"itemCount":50}'],
    ['X-Pagination', 'page=1; total=50'],
    ['X-Paging', '{"next":{"page":2}}'],
    ['X-Total-Count', '"240"'],
    ['X-Total-Count', '1,240'],
    ['X-NextPageToken', 'abc'],
    ['x-nextpagetoken', 'abc'],
    ['NextMarker', 'abc'],
    ['X-MoreResults', 'true'],
    ['X-Truncated', 'true'],
    ['X-Pages', '3'],
    ['X-Last-Page', '3'],
    ['X-Content-Range', 'pets 0-9/50'],
    ['X-Results', '50'],
    ['X-Number-Of-Results', '50'],
    ['Links', "</pets?page=2>; rel='next'"],
    ['X-Last-Evaluated-Key', 'abc'],
    ['X-Scroll-Id', 'abc'],
    ['X-Page-After', '12'],
    ['X-Bookmark', 'abc'],
    ['X-Remaining-Items', '8'],
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
    ['X-Pagination', '{"currentPage":1,"totalPages":1,"itemCount":12}'],
    ['X-Account-Id', '77777'],
    ['Retry-After', '1'],
    ['X-RateLimit-Remaining', '59'],
    ['X-Remaining-Items', '0'],
    ['X-Key', 'abc'],
    ['X-Country', '276'],
    ['X-Discount', '50'],
    ['X-Request-Count', '1042'],
    ['X-Total-Time', '120'],
    ['X-Envoy-Attempt-Count', '77'],
    ['X-Rate-Limit-Count', '50'],
    ['X-Next-Maintenance', '2026-12-01'],
    ['x-next-cache-tags', 'pets'],
    ['Vary', 'Accept'],
  ])('does not by %s: %s', (name, value) => {
    expect(announcesMore([[name, value]], length)).toBe(false);
  });
});
