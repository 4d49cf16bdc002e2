package io.sordino.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** An open file of {@link FaultyFiles}. A process that is killed while it writes has written half. */
final class FaultyChannel extends FileChannel {
    private final FileChannel real;
    private final Path path;

    FaultyChannel(FileChannel real, Path path) {
        this.real = real;
        this.path = path;
    }

    private String name() {
        return String.valueOf(path.getFileName());
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        Kill.written(path);
        int half = bytes.remaining() / 2;
        int limit = bytes.limit();
        bytes.limit(bytes.position() + half);
        int done = half == 0 ? 0 : real.write(bytes);
        bytes.limit(limit);
        Kill.at("write " + name());
        return done + real.write(bytes);
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) throws IOException {
        long done = 0;
        for (int i = offset; i < offset + length; i++) done += write(bytes[i]);
        return done;
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        Kill.at("write " + name());
        return real.write(bytes, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        Kill.at("force " + name());
        real.force(metaData);
        if (Files.isDirectory(path)) Kill.namesForced();
        else Kill.forced(path);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        Kill.at("lock " + name());
        return real.tryLock(position, size, shared);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        Kill.at("lock " + name());
        return real.lock(position, size, shared);
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        return real.read(bytes);
    }

    @Override
    public long read(ByteBuffer[] bytes, int offset, int length) throws IOException {
        return real.read(bytes, offset, length);
    }

    @Override
    public int read(ByteBuffer bytes, long position) throws IOException {
        return real.read(bytes, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        Kill.at("truncate " + name());
        real.truncate(size);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        Kill.at("write " + name());
        return real.transferFrom(source, position, count);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return real.map(mode, position, size);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
