// Tests of which addresses may be asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress, mayAsk, readAllowedHosts } from './public-address.ts';

const refused = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255'],
  ...['127.0.0.1', '127.255.255.254', '169.254.169.254', '169.254.170.2', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1', '100::1', '2001::1'],
  ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:10::1', '2001:20::1', '2001:db8::1'],
  ...['2002:7f00:1::1', '2002:a9fe:a9fe::', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '4000::1'],
  ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '8.8.8.8%1'],
];

const allowed = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.1', '169.253.255.255', '172.15.255.255', '172.32.0.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2001:4860:4860::8888', '2606:4700:4700::1111', '2a00:1450:4001::1', '2003::1'],
];

test('no address of an own network, of a machine itself or of a cloud is public', () => {
  for (const address of refused) assert.equal(isPublicAddress(address), false, address);
});

test('the addresses beside these are public', () => {
  for (const address of allowed) assert.equal(isPublicAddress(address), true, address);
});

test('an operator may allow names, addresses and ranges of their own', () => {
  const own = readAllowedHosts(['feeds.internal', '10.1.0.0/16', '::1', '127.0.0.1']);
  assert.equal(mayAsk('FEEDS.internal', '10.9.9.9', own), true);
  assert.equal(mayAsk('other.internal', '10.9.9.9', own), false);
  assert.equal(mayAsk('other.internal', '10.1.255.1', own), true);
  assert.equal(mayAsk('x', '::1', own), true);
  assert.equal(mayAsk('x', '127.0.0.2', own), false);
  assert.equal(mayAsk('x', '8.8.8.8', readAllowedHosts([])), true);
  for (const wrong of ['10.0.0.0/33', 'a b', '*.example', '1.2.3.4/x', '::1/129', '-']) {
    assert.throws(() => readAllowedHosts([wrong]), /is no host name/, wrong);
  }
});
