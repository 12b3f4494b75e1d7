// Metrics: what a test is judged by.
import Type, { type Static } from 'typebox';
import { Json } from '../../common.ts';
import { named } from '../../named.ts';
import { name, versioned } from './versioned.ts';

const field = Type.String({ minLength: 1, maxLength: 255 });

/** Kinds of events that outcomes can be made of, as the log names them. */
export const outcomeTypes = [
  ...['purchase', 'add-to-cart', 'remove-from-cart', 'add-to-wishlist', 'click', 'signup'],
  ...['login', 'newsletter-subscription', 'enter-promo-code', 'video-watch'],
  ...['message-optin', 'message-optout'],
] as const;

export const metricKinds = ['conversion', 'count', 'revenue', 'ratio'] as const;

const Where = Type.Record(Type.String({ maxLength: 255 }), Json, {
  maxProperties: 20,
  description:
    'Which of the events count, by their properties: a value, or `$eq`, `$ne`, `$gt`, `$gte`, ' +
    '`$lt`, `$lte`, `$in`, `$nin`, `$exists`; all of them must hold. ' +
    'E.g. `{ "plan": "yearly", "seats": { "$gte": 5 } }`.',
});

const OutcomeEvent = named(
  'OutcomeEvent',
  Type.Object(
    {
      type: Type.Optional(Type.Enum([...outcomeTypes])),
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: 'Of events without a svcType.' }),
      ),
      where: Type.Optional(Where),
    },
    { description: 'Either a type or a name. A click is one on what the campaign served.' },
  ),
);

const summed = Type.Optional(
  Type.String({
    ...field,
    description: 'The numeric property that is summed. Default: `value` for revenue, else 1 each.',
  }),
);

export const MetricBody = Type.Object({
  name,
  kind: Type.Enum([...metricKinds], {
    description:
      'A number a user: conversion, 1 if any such event came; count, how many, or the sum of ' +
      "`of`; revenue, the sum of `of` in the site's currency; ratio, sum by sum.",
  }),
  event: OutcomeEvent,
  of: summed,
  denominator: Type.Optional(
    Type.Object(
      { event: OutcomeEvent, of: summed },
      { description: 'The denominator of a ratio. Only ratios have one.' },
    ),
  ),
  windowHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_160,
      description: 'After the first exposure; a user counts once it has passed. Default 72.',
    }),
  ),
  winsorise: Type.Optional(
    Type.Number({
      minimum: 90,
      maximum: 100,
      description:
        'Caps outliers: users above this percentile of the users with an outcome count as ' +
        'the percentile; 100: no cap. Default 99 for revenue and sums, else 100.',
    }),
  ),
  serverSideOnly: Type.Optional(
    Type.Boolean({
      description:
        'Count only what a Server-side key reported: a page’s key is public, and so anybody can ' +
        'invent what it reports. Not for clicks, which pages report. Default false.',
    }),
  ),
  better: Type.Optional(Type.Enum(['higher', 'lower'])),
});

const Metric = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  isBuiltIn: Type.Boolean({ description: 'Every site has it; it cannot be changed.' }),
  metric: MetricBody,
});

export const metrics = versioned({
  id: 'Metric',
  path: '/v2/metrics',
  tag: 'Metrics',
  noun: 'metric',
  body: MetricBody,
  output: Metric,
});

export type MetricInput = Static<typeof MetricBody>;
