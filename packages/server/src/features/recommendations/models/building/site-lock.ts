// The right to build for a site: one worker has it, for as long as its session lasts.
import type { PoolClient } from 'pg';
import type { Context } from '../../../../context.ts';

/** Does work while no other worker builds for a site; undefined where one does. */
export async function withSiteLock<T>(
  ctx: Pick<Context, 'pool'>,
  siteId: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await ctx.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('attune models'), $1) as taken`,
      [siteId],
    );
    if (!rows[0]?.taken) {
      client.release();
      return undefined;
    }
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  try {
    return await work();
  } finally {
    await unlock(client, siteId);
  }
}

async function unlock(client: PoolClient, siteId: number): Promise<void> {
  try {
    await client.query(`select pg_advisory_unlock(hashtext('attune models'), $1)`, [siteId]);
    client.release();
  } catch (error) {
    // The lock goes with its session.
    client.release(error as Error);
  }
}
