package io.sordino.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.KeyAgreement;
import org.junit.jupiter.api.Test;

class HpkeTest {
    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void pointsOfRfc7748AreMultiplied() {
        assertThat(hex(X25519.multiply(
                        hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
                        hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))))
                .isEqualTo("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
        // the second vector has the highest bit of its point set, which is not looked at
        assertThat(hex(X25519.multiply(
                        hex("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
                        hex("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))))
                .isEqualTo("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
    }

    @Test
    void aThousandRoundsOfRfc7748() {
        byte[] k = new byte[32];
        k[0] = 9;
        byte[] u = k.clone();
        for (int i = 0; i < 1000; i++) {
            byte[] next = X25519.multiply(k, u);
            u = k;
            k = next;
        }
        assertThat(hex(k)).isEqualTo("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
    }

    @Test
    void agreesWithThePlatformOnRandomAndExtremePoints() throws GeneralSecurityException {
        Random random = new Random(11);
        KeyFactory keys = KeyFactory.getInstance("XDH");
        for (int i = 0; i < 200; i++) {
            byte[] secret = new byte[32];
            random.nextBytes(secret);
            byte[] point = new byte[32];
            random.nextBytes(point);
            // numbers next to the modulus, and above it
            if (i < 20) point = littleEndian(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(i + 3L)));
            if (i >= 20 && i < 30) point = littleEndian(BigInteger.valueOf(i - 18L));
            KeyAgreement agreement = KeyAgreement.getInstance("XDH");
            agreement.init(keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret)));
            byte[] known = point.clone();
            known[31] &= 127;
            String expected;
            try {
                agreement.doPhase(
                        keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, bigEndian(known))), true);
                expected = hex(agreement.generateSecret());
            } catch (GeneralSecurityException | IllegalStateException smallOrder) {
                expected = "00".repeat(32);
            }
            assertThat(hex(X25519.multiply(secret, point))).as("round " + i).isEqualTo(expected);
        }
    }

    @Test
    void publicKeysAreThePlatforms() throws GeneralSecurityException {
        KeyFactory keys = KeyFactory.getInstance("XDH");
        byte[] secret = Hpke.newSecret(new SecureRandom());
        byte[] ours = Hpke.publicKey(secret);
        XECPublicKey theirs =
                (XECPublicKey) keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, bigEndian(ours)));
        assertThat(littleEndian(theirs.getU())).isEqualTo(ours);
    }

    private static byte[] littleEndian(BigInteger number) {
        byte[] out = new byte[32];
        for (int i = 0; i < 32; i++) out[i] = number.shiftRight(8 * i).byteValue();
        return out;
    }

    private static BigInteger bigEndian(byte[] little) {
        byte[] big = new byte[32];
        for (int i = 0; i < 32; i++) big[i] = little[31 - i];
        return new BigInteger(1, big);
    }

    // RFC 9180, appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode
    private static final byte[] INFO = hex("4f6465206f6e2061204772656369616e2055726e");
    private static final byte[] ONCE = hex("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736");
    private static final byte[] ENC = hex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431");
    private static final byte[] SECRET = hex("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8");
    private static final byte[] PUBLIC = hex("3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d");
    private static final byte[] AAD = hex("436f756e742d30");
    private static final byte[] TEXT = hex("4265617574792069732074727574682c20747275746820626561757479");
    private static final String SEALED =
            "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a";

    @Test
    void sealsAsRfc9180Does() {
        assertThat(Hpke.publicKey(ONCE)).isEqualTo(ENC);
        assertThat(Hpke.publicKey(SECRET)).isEqualTo(PUBLIC);
        assertThat(hex(new Hpke(PUBLIC, INFO).seal(ONCE, ENC, AAD, TEXT))).isEqualTo(SEALED);
    }

    @Test
    void opensWhatRfc9180Sealed() throws GeneralSecurityException {
        assertThat(new Hpke(PUBLIC, INFO).open(SECRET, ENC, AAD, hex(SEALED))).isEqualTo(TEXT);
    }

    @Test
    void opensNothingElse() {
        Hpke hpke = new Hpke(PUBLIC, INFO);
        byte[] sealed = hex(SEALED);
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> hpke.open(SECRET, ENC, AAD, changed)).isInstanceOf(GeneralSecurityException.class);
        }
        assertThatThrownBy(() -> hpke.open(SECRET, ENC, new byte[0], sealed))
                .isInstanceOf(GeneralSecurityException.class);
        assertThatThrownBy(() -> new Hpke(PUBLIC, AAD).open(SECRET, ENC, AAD, sealed))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aPointThatTellsTheSecretIsRefused() {
        assertThatThrownBy(() -> new Hpke(PUBLIC, INFO).open(SECRET, new byte[32], AAD, hex(SEALED)))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("sent along");
    }
}
